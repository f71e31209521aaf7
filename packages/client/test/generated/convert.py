"""Converts a file with the client that openapi-python-client generates, and prints what came of it as JSON."""

import json
import sys
import time

from platen_api.api.default import get_account, get_job, list_jobs, pdf_to_image
from platen_api.client import AuthenticatedClient
from platen_api.models import (
    AcceptedJob,
    Account,
    CompletedJob,
    Error,
    JobPage,
    PdfToImageBody,
    PdfToImageBodyFormat,
    ProcessingJob,
)
from platen_api.types import File

url, key, path = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key, prefix="", auth_header_name="X-API-Key")

with open(path, "rb") as pdf:
    body = PdfToImageBody(file=File(payload=pdf, file_name="one.pdf"), dpi=72, format_=PdfToImageBodyFormat.JPG)
    accepted = pdf_to_image.sync(client=client, body=body)
assert isinstance(accepted, AcceptedJob), accepted

job = get_job.sync(accepted.job_id, client=client)
while isinstance(job, ProcessingJob):
    time.sleep(0.2)
    job = get_job.sync(accepted.job_id, client=client)
assert isinstance(job, CompletedJob), job
[output] = job.outputs
image = client.get_httpx_client().get(output.download_url).content

account = get_account.sync(client=client)
assert isinstance(account, Account), account
page = list_jobs.sync(client=client)
assert isinstance(page, JobPage), page
unknown = get_job.sync("unknown", client=client)
assert isinstance(unknown, Error), unknown

print(
    json.dumps(
        {
            "fileName": output.file_name,
            "isWhole": len(image) == output.size_bytes,
            "isJpeg": image[:2] == b"\xff\xd8",
            "canCompress": "pdf/compress" in account.operations,
            "isListed": accepted.job_id in [each.job_id for each in page.jobs],
            "unknown": unknown.code.value,
        }
    )
)
