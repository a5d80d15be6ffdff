import type { AppContext } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";

export const refuseUnknownDevice = (c: AppContext) => fail(c, "EDGE_DEVICE_NOT_FOUND", "No edge device has this id.");
