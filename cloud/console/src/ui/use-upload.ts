import { useEffect, useRef, useState } from "react";
import type { Group } from "../api/refresh.ts";
import { sendPicture } from "../api/send-picture.ts";
import { useWrite } from "../api/use-write.ts";

type Upload<Reply> = { url: string; picture: File; read: (body: unknown) => Reply };

/** An upload of a picture that reports its progress, and ends when the user leaves. */
export function useUpload<Reply>(groups: readonly Group[]) {
  const [share, setShare] = useState(0);
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const { write, busy, problem } = useWrite(({ url, picture, read }: Upload<Reply>) => {
    setShare(0);
    ending.current = new AbortController();
    return sendPicture(url, picture, read, { onProgress: setShare, signal: ending.current.signal });
  }, groups);
  return { send: write, share: busy ? share : undefined, busy, problem };
}
