"""What the OpenAPI document cannot say of a right request: that its files are PDFs or images, the grammar of some
options, and which of them exclude each other. Without it no request that the document calls right would be taken."""

import os

import schemathesis
from schemathesis.generation.meta import TestPhase

PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)
GIF = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
GRAMMARS = {
    "pages": ["1", "1-", "-last", "odd", "1, last", ""],
    "maxSize": ["1MB", "500 kb", "100000", ""],
    "language": ["eng", "en", ""],
    "searchable": ["eng", "en"],
}
BOOLEANS = ("bookmarks", "deskew", "rotate", "transparent")
# Names of this top-level domain lead nowhere (RFC 2606).
WEBHOOK_URL = "https://hooks.invalid/"
# Of a job that is there, and of its output: a link to that is an address, whose last part no expression of OpenAPI can
# take out, and the streams of events are attacked by themselves, with nothing that makes jobs.
JOB = os.environ["PLATEN_JOB"]
TOKEN = os.environ["PLATEN_DOWNLOAD_TOKEN"]
WAYS_TO_SPLIT = ("pages", "every", "parts", "bookmarks", "maxSize")


def is_text_for_it(name, value):
    """A form has text only: an empty field is one that is not given, and 0 and 1 are ways to write a boolean."""
    return value == "" or (name in BOOLEANS and type(value) is not bool and str(value) in ("0", "1"))


@schemathesis.hook
def filter_case(context, case):
    body = case.body if isinstance(case.body, dict) else {}
    if case.meta is None or case.meta.generation.mode.is_positive:
        return True
    return not any(is_text_for_it(name, value) for name, value in body.items())


@schemathesis.hook
def map_case(context, case):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return case
    if isinstance(case.query, dict):
        # Only a listing knows where it ended.
        case.query.pop("cursor", None)
    if case.path == "/api/download/{token}":
        case.path_parameters["token"] = TOKEN
    if case.path.endswith("/{jobId}/events"):
        case.path_parameters["jobId"] = JOB
    if isinstance(case.body, dict):
        complete_form(case)
    return case


@schemathesis.hook
def before_call(context, case, kwargs):
    """Examples of the document, which no other hook is shown, name no files. Text, for a changed body is checked anew."""
    if case.meta is None or case.meta.phase.name != TestPhase.EXAMPLES or not isinstance(case.body, dict):
        return
    if not case.path.endswith("/image/to-pdf"):
        complete_form(case, PDF.decode())


def complete_form(case, pdf=PDF):
    content = GIF if case.path.endswith("/image/to-pdf") else pdf
    # Files or the outputs of a job: those of one that is there are not known here.
    case.body.pop("from", None)
    if case.path.endswith(("/image/to-pdf", "/pdf/merge")):
        case.body["files"] = [content, content]
    else:
        case.body["file"] = content
    if "webhookUrl" in case.body:
        case.body["webhookUrl"] = WEBHOOK_URL
    for name, values in GRAMMARS.items():
        # What a picture is written in is not what a page is read in: its schema says all.
        if name in case.body and not (name == "language" and content == GIF):
            # Chosen by the value that was drawn, so that a seed makes the same requests again.
            case.body[name] = values[len(str(case.body[name])) % len(values)]
    if case.path.endswith("/pdf/merge") and "pages" in case.body:
        case.body["pages"] = [case.body["pages"] or "all"] * 2
    if case.body.get("order", "files") not in ("files", ""):
        case.body.pop("padTo", None)
    if case.path.endswith("/pdf/split") and not case.body.get("pages"):
        case.body.pop("merge", None)
    if "width" in case.body or "height" in case.body:
        case.body.pop("dpi", None)
    if case.path.endswith("/ocr") and "pdf" not in (case.body.get("output") or "pdf"):
        case.body.pop("conformance", None)
    if (case.body.get("format") or "png") not in ("png", "webp") or (case.body.get("color") or "color") != "color":
        case.body.pop("transparent", None)
    if case.body.get("format") in ("tiff", "tif"):
        case.body.pop("zip", None)
    if case.body.get("pageSize", "fit") != "fit":
        case.body.pop("margin", None)
    if case.path.endswith("/pdf/split"):
        used = [way for way in WAYS_TO_SPLIT if case.body.get(way) not in (None, "", False, "false")]
        for way in used[1:]:
            del case.body[way]
