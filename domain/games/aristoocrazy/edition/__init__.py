"""The component data of Aristoocrazy: its typed form (`tables`) and what must hold for it (`checks`)."""
