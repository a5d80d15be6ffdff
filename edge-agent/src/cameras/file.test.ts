import path from "node:path";
import { pathToFileURL } from "node:url";
import { testCameraContract } from "./camera-contract.ts";

const counting = pathToFileURL(path.join(import.meta.dirname, "fixtures/counting.mp4")).href;

testCameraContract("file", { url: (query) => `${counting}?${query}` });
