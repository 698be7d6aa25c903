"""The peers that Roundtable is measured beside where `make peers` has installed them.

They are not among our dependencies: boardgame.io lives in a folder of Node packages, OpenSpiel in an
environment of its own. What is not installed is reckoned from what is always there, and the report says so.
"""
