"""A small client of the HTTP interface, on the standard library alone."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Mapping, Sequence

#: Worth asking again: too many requests, a service that starts or is overloaded.
_AGAIN = frozenset({429, 502, 503, 504})
#: Nobody waits longer for one answer.
_WAIT_MAX = 30.0


class Problem(Exception):
    """What the service refused, and why. `code` is explained at `/docs/errors` of the service."""

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        self.status = status
        self.code: str = body.get("code", "")
        self.detail: str = body.get("detail", "")
        #: All that the service said, such as `nearest` or `successors`.
        self.body = dict(body)
        super().__init__(f"{status} {self.code}: {self.detail}")


class Client:
    """Looks addresses up. One client may be used by several threads."""

    def __init__(
        self, base_url: str, api_key: str, *, timeout: float = 10.0, retries: int = 4
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries

    def autocomplete(self, term: str, **options: Any) -> list[dict[str, Any]]:
        """The addresses that a person may be typing; free. `options` are those of the reference."""
        return self._get(f"/autocomplete/{_quoted(term)}", options)["suggestions"]

    def get(self, address_id: str, **options: Any) -> dict[str, Any]:
        """The whole address; costs one look-up. `follow=True` takes the successor of a retired id."""
        return self._get(f"/get/{_quoted(address_id)}", options)

    def validate(self, address: str, **options: Any) -> dict[str, Any]:
        """The one address that a line means. Raises a `Problem` otherwise, with `nearest` in its body."""
        return self._get(f"/validate/{_quoted(address)}", options)

    def match(self, addresses: Sequence[Any], **options: Any) -> list[dict[str, Any]]:
        """The address that each of up to 100 lines or rows of parts means, and how sure that is."""
        return self._ask("POST", "/match", options, {"addresses": list(addresses)})["matches"]

    def _get(self, path: str, options: Mapping[str, Any]) -> Any:
        return self._ask("GET", path, options)

    def _ask(self, method: str, path: str, options: Mapping[str, Any], body: Any = None) -> Any:
        given = {"api-key": self._api_key, **{name: _text(value) for name, value in options.items()}}
        url = f"{self._base_url}{path}?{urllib.parse.urlencode(given)}"
        data = None if body is None else json.dumps(body).encode()
        headers = {} if data is None else {"Content-Type": "application/json"}
        for attempt in range(self._retries + 1):
            request = urllib.request.Request(url, data=data, headers=headers, method=method)
            is_last = attempt == self._retries
            try:
                with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                with error:
                    if error.code not in _AGAIN or is_last:
                        raise Problem(error.code, _problem_in(error)) from None
                    wait = _seconds(error.headers.get("Retry-After"), attempt)
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                # A look-up that was answered and lost may be counted: only free and repeatable calls are sent again.
                if is_last or method != "GET":
                    raise
                wait = _seconds(None, attempt)
            if wait > _WAIT_MAX:
                raise Problem(429, {"code": "too-many", "detail": f"Asked to wait {wait:.0f} s."})
            time.sleep(wait)
        raise AssertionError("unreachable")


def _quoted(text: str) -> str:
    return urllib.parse.quote(text, safe="")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, (dict, list)) else str(value)


def _seconds(said: str | None, attempt: int) -> float:
    """What the service says, or twice as long each time."""
    return float(said) if said is not None and said.isdigit() else 0.25 * 2**attempt


def _problem_in(error: urllib.error.HTTPError) -> Mapping[str, Any]:
    try:
        body = json.load(error)
    except ValueError:
        return {"detail": error.reason}
    return body if isinstance(body, dict) else {"detail": error.reason}
