import { t } from "@lingui/core/macro";
import { ApiError, NoAnswerError } from "./api-error.ts";
import { isFromGateway, noteAnswer, noteNoAnswer } from "./connection.ts";
import { noteSessionEnded } from "./session.ts";

type Sending = {
  /** Called with the share that has arrived, 0 to 1; at 1, the service begins with its work. */
  onProgress?: (share: number) => void;
  /** Ends the upload. */
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

/**
 * Posts a picture as the body of a request, with progress, which fetch does not report. Resolves to the body of the
 * reply, as `read` checks it; rejects as the typed client does, with an AbortError when the upload was ended.
 */
export function sendPicture<Reply>(
  url: string,
  picture: Blob,
  read: (body: unknown) => Reply,
  { onProgress, signal, headers = {} }: Sending = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    // The service looks at the bytes.
    request.setRequestHeader("Content-Type", picture.type || "image/*");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener("error", () => {
      noteNoAnswer();
      reject(new NoAnswerError());
    });
    request.addEventListener("abort", () => reject(new DOMException(t`The upload was ended.`, "AbortError")));
    request.addEventListener("load", () => {
      try {
        resolve(read(bodyOf(request)));
      } catch (error) {
        reject(error);
      }
    });
    signal?.addEventListener("abort", () => request.abort());
    request.send(picture);
  });
}

/** The body of a reply that is no error. */
function bodyOf(request: XMLHttpRequest): unknown {
  const { status, responseText } = request;
  const type = request.getResponseHeader("Content-Type") ?? "";
  if (isFromGateway(new Response(null, { status, headers: { "Content-Type": type } }))) {
    noteNoAnswer();
    throw new NoAnswerError();
  }
  noteAnswer();
  const body: unknown = type.includes("json") ? JSON.parse(responseText) : undefined;
  if (status < 400) return body;
  if (status === 401) noteSessionEnded();
  throw new ApiError(status, body);
}
