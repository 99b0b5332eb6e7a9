"""Sorts a CSV file with a header by the column name, and of equal names by the column price from the highest on, by Polars.

    polars_sort.py INPUT OUTPUT
"""

import sys

import polars

table = polars.read_csv(sys.argv[1])
table.sort("name", "price", descending=[False, True]).write_csv(sys.argv[2])
