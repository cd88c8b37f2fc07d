"""Address look-up over HTTP, and matching of lists on this machine.

>>> from doorplate import Client, match
>>> client = Client("http://localhost:8080", api_key="api_…")
>>> client.autocomplete("11 taylor")[0]["address"]
>>> frame = match(frame, product="au", columns={"address": "Street", "postcode": "PC"})
"""

from .client import Client, Problem
from .matching import MatchFailed, match, match_batches

__all__ = ["Client", "MatchFailed", "Problem", "match", "match_batches"]
