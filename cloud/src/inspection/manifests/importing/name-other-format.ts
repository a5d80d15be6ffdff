import type { SourceFile } from "./format/format.ts";

/** Kinds of files that ports receive and that are not read, by the beginning of their content. */
const others: [name: string, isOf: (head: string, bytes: Buffer) => boolean][] = [
  ["ASYCUDA World XML", (head) => /<(?:\w+:)?(Awmds|ASYCUDA|General_segment)\b/i.test(head)],
  ["a web page (HTML)", (head) => /^\uFEFF?\s*(?:<!DOCTYPE html|<html\b|<table\b)/i.test(head)],
  ["an XML document", (head) => /^\uFEFF?\s*<\?xml|^\uFEFF?\s*<[a-z][\w:-]*[\s>]/i.test(head)],
  ["a PDF document", (head) => head.startsWith("%PDF-")],
  ["an ANSI X12 message", (head) => /^ISA[^A-Za-z0-9]\d\d/.test(head)],
  ["a picture", (_head, bytes) => isPicture(bytes)],
  ["a compressed file (gzip)", (_head, bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b],
  ["an RTF document", (head) => head.startsWith("{\\rtf")],
  ["an email", (head) => /^(Received|Return-Path|From|MIME-Version|Delivered-To): /m.test(head.slice(0, 200))],
];

const isPicture = (bytes: Buffer) =>
  bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) || bytes.subarray(1, 4).toString("latin1") === "PNG";

/** The refusal of a file whose format is known and not read; undefined for any other file. */
export function nameOtherFormat({ head, bytes }: SourceFile): string | undefined {
  if (bytes.length === 0) return "The file is empty.";
  const [name] = others.find(([, isOf]) => isOf(head, bytes)) ?? [];
  return name && `This looks like ${name}, which is not read yet. Send CSV, XLSX or JSON lines.`;
}
