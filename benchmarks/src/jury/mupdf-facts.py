"""What MuPDF says of documents: a JSON line {"path", "pages"} on standard input, an answer in a line each.

With "pages", that many pages as pixels (colours through its lcms, with profiles); without, the facts.
"""
import base64
import hashlib
import json
import sys

import pymupdf

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def facts(document):
    pages = list(document)
    if not pages:
        raise ValueError("MuPDF finds no page")
    return {
        "text": ["".join(page.get_text("text").split()) for page in pages],
        "places": [[[word[4], word[0], word[1]] for word in page.get_text("words")] for page in pages],
        "links": [" ".join(sorted(link["uri"] for link in page.get_links() if link.get("uri"))) for page in pages],
        "annotations": [" ".join(kind for kind in kinds(document, page) if kind != "/Link") for page in pages],
        "linkAreas": [str(kinds(document, page).count("/Link")) for page in pages],
        "fields": sorted({f"{widget.field_name}={widget.field_value}" for page in pages for widget in page.widgets()}),
        "attachments": sorted(
            f"{name}={hashlib.sha1(document.embfile_get(name)).hexdigest()}" for name in document.embfile_names()
        ),
        "xmp": document.get_xml_metadata() or "",
    }


def kinds(document, page):
    return sorted(document.xref_get_key(xref, "Subtype")[1] for xref, _, _ in page.annot_xrefs())


def drawn(document, count, dpi):
    pixmaps = (document[index].get_pixmap(dpi=dpi) for index in range(min(count, len(document))))
    return [[pixmap.width, pixmap.height, base64.b64encode(pixmap.samples).decode()] for pixmap in pixmaps]


for line in sys.stdin:
    request = json.loads(line)
    try:
        with pymupdf.open(request["path"], filetype="pdf") as opened:
            answer = drawn(opened, request["pages"], request["dpi"]) if "pages" in request else facts(opened)
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
