"""What Roundtable's speed is measured with: `make bench`, described in docs/performance.md.

Every goal is a ratio to a floor - the same work with nothing of ours in it - or a count. Floor and product
run in turn, in one go, on one machine; absolute figures mean little elsewhere.
"""
