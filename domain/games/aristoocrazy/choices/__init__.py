"""What a seat may do now in Aristoocrazy; `legal` is the door, one module a group of questions."""
