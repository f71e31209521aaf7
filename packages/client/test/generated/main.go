// Converts a file with the client that oapi-codegen generates, and prints what came of it as JSON.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"time"
)

func main() {
	url, key, path := os.Args[1], os.Args[2], os.Args[3]
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client := must(NewClientWithResponses(url, WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", key)
		return nil
	})))

	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	must(0, writer.WriteField("dpi", "72"))
	must(0, writer.WriteField("format", string(Jpg)))
	part := must(writer.CreateFormFile("file", "one.pdf"))
	must(part.Write(must(os.ReadFile(path))))
	must(0, writer.Close())
	submitted := must(client.PdfToImageWithBodyWithResponse(ctx, nil, writer.FormDataContentType(), &form))
	accepted := *submitted.JSON202

	job := must(client.GetJobWithResponse(ctx, accepted.JobId)).JSON200
	for must(job.Discriminator()) == "processing" {
		time.Sleep(200 * time.Millisecond)
		job = must(client.GetJobWithResponse(ctx, accepted.JobId)).JSON200
	}
	completed := must(job.AsCompletedJob())
	output := completed.Outputs[0]
	answer := must(http.Get(output.DownloadUrl))
	image := must(io.ReadAll(answer.Body))

	account := *must(client.GetAccountWithResponse(ctx)).JSON200
	page := *must(client.ListJobsWithResponse(ctx, nil)).JSON200
	unknown := *must(client.GetJobWithResponse(ctx, "unknown")).JSON404
	fmt.Println(string(must(json.Marshal(map[string]any{
		"fileName":    output.FileName,
		"isWhole":     len(image) == int(output.SizeBytes),
		"isJpeg":      bytes.HasPrefix(image, []byte{0xff, 0xd8}),
		"canCompress": slices.Contains(account.Operations, "pdf/compress"),
		"isListed":    slices.ContainsFunc(page.Jobs, func(each ManagedJob) bool { return each.JobId == accepted.JobId }),
		"unknown":     unknown.Code,
	}))))
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}
