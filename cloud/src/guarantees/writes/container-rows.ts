import type { WriteRow, WriteRows } from "./write-rows.ts";

const imageScan: WriteRow = {
  done: async ({ ann, container, jpeg }) => ({ as: ann, params: { id: await container() }, image: jpeg }),
  refused: async ({ ann, jpeg }) => ({ as: ann, image: jpeg }),
};

/** A detection that a person adds, as wide as this. */
const drawn = (width: number) => ({ className: "knife", polygon: { x: [0, width, width], y: [0, 0, 20] } });

/** Containers with all that belongs to them, and manifests. */
export const containerRows: WriteRows = {
  "POST /v1/containers": {
    done: async ({ ann, unique }) => ({ as: ann, body: { containerNumber: unique("BOX") } }),
    refused: async ({ ann, unique, make }) => {
      const body = { containerNumber: unique("BOX") };
      await make(ann, "POST", "/containers", body);
      return { as: ann, body };
    },
  },
  "POST /v1/containers/identify": {
    done: async ({ ann, jpeg }) => ({ as: ann, image: jpeg }),
    refused: async ({ ann, jpeg }) => ({ as: ann, image: jpeg.subarray(0, 100) }),
  },
  "PUT /v1/containers/{id}/container-number": {
    done: async ({ ann, container, unique }) => ({
      as: ann,
      params: { id: await container() },
      body: { containerNumber: unique("OTHER") },
    }),
    refused: async ({ ann, container, unique, make }) => {
      const body = { containerNumber: unique("TAKEN") };
      await make(ann, "POST", "/containers", body);
      return { as: ann, params: { id: await container() }, body };
    },
  },
  "PUT /v1/containers/{id}/number-confirmation": {
    done: async ({ sue, container }) => ({ as: sue, params: { id: await container() } }),
    refused: async ({ sue }) => ({ as: sue }),
  },
  "PUT /v1/containers/{id}/owner": {
    done: async ({ sue, container }) => ({ as: sue, params: { id: await container() }, body: { ownerId: sue.id } }),
    refused: async ({ sue, container }) => ({ as: sue, params: { id: await container() }, body: { ownerId: "none" } }),
  },
  "PUT /v1/containers/{id}/legal-hold": {
    done: async ({ sue, container }) => ({ as: sue, params: { id: await container() }, body: { reason: "court" } }),
    refused: async ({ sue }) => ({ as: sue, body: { reason: "court" } }),
  },
  "DELETE /v1/containers/{id}/legal-hold": {
    done: async ({ sue, container, make }) => {
      const id = await container();
      await make(sue, "PUT", `/containers/${id}/legal-hold`, { reason: "court" });
      return { as: sue, params: { id } };
    },
    refused: async ({ sue, container }) => ({ as: sue, params: { id: await container() } }),
  },
  "DELETE /v1/containers/{id}": {
    done: async ({ admin, container }) => ({ as: admin, params: { id: await container() } }),
    refused: async ({ admin }) => ({ as: admin }),
  },
  "POST /v1/containers/{id}/examinations": {
    done: async ({ sue, container }) => ({
      as: sue,
      params: { id: await container() },
      body: { result: "nothing", isOpened: true, note: "as declared" },
    }),
    refused: async ({ sue, container }) => ({
      as: sue,
      params: { id: await container() },
      body: { result: "found", isOpened: true, note: "more", confirmedRules: ["seal-number"] },
    }),
  },
  "POST /v1/containers/{id}/visits": {
    done: async ({ ann, evidence }) => ({ as: ann, params: { id: (await evidence()).id } }),
    refused: async ({ ann, container }) => ({ as: ann, params: { id: await container() } }),
  },
  "POST /v1/containers/{id}/merge": {
    done: async ({ sue, scan, container }) => ({
      as: sue,
      params: { id: (await scan()).id },
      body: { intoContainerId: await container() },
    }),
    refused: async ({ sue, container }) => ({
      as: sue,
      params: { id: await container() },
      body: { intoContainerId: "none" },
    }),
  },
  "POST /v1/passages/{id}/assignment": {
    done: async ({ sue, passage, unique }) => ({
      as: sue,
      params: { id: await passage() },
      body: { containerNumber: unique("NAMED") },
    }),
    refused: async ({ sue, unique }) => ({ as: sue, body: { containerNumber: unique("NAMED") } }),
  },
  "PUT /v1/containers/{id}/manifest": {
    done: async ({ ann, container, manifest }) => ({
      as: ann,
      params: { id: await container() },
      body: { manifestId: await manifest() },
    }),
    refused: async ({ ann, container }) => ({
      as: ann,
      params: { id: await container() },
      body: { manifestId: "none" },
    }),
  },
  "DELETE /v1/containers/{id}/manifest": {
    done: async ({ ann, attached }) => ({ as: ann, params: { id: await attached() } }),
    refused: async ({ ann }) => ({ as: ann }),
  },
  "PUT /v1/containers/{id}/manifests/{manifestId}": {
    done: async ({ ann, attached, manifest }) => ({
      as: ann,
      params: { id: await attached(), manifestId: await manifest() },
    }),
    refused: async ({ ann, container }) => ({ as: ann, params: { id: await container(), manifestId: "none" } }),
  },
  "DELETE /v1/containers/{id}/manifests/{manifestId}": {
    done: async ({ ann, container, manifest, make }) => {
      const [id, manifestId] = [await container(), await manifest()];
      await make(ann, "PUT", `/containers/${id}/manifest`, { manifestId });
      return { as: ann, params: { id, manifestId } };
    },
    refused: async ({ ann, attached, manifest }) => ({
      as: ann,
      params: { id: await attached(), manifestId: await manifest() },
    }),
  },

  "POST /v1/containers/{id}/scans/category": imageScan,
  "POST /v1/containers/{id}/scans/defect": imageScan,
  "POST /v1/containers/{id}/scans/illegal": imageScan,
  "POST /v1/containers/{id}/scans/category/stream": imageScan,
  "POST /v1/containers/{id}/scans/illegal/stream": imageScan,
  "POST /v1/containers/{id}/scans/{scanId}/detections": {
    done: async ({ sue, scan }) => ({ as: sue, params: await scan(), body: drawn(30) }),
    refused: async ({ sue, scan }) => ({ as: sue, params: await scan(), body: drawn(100_000) }),
  },
  "PUT /v1/containers/{id}/scans/{scanId}/detections/{index}/verdict": {
    done: async ({ sue, scan }) => ({ as: sue, params: await scan(), body: { verdict: "rejected", note: "a toy" } }),
    refused: async ({ sue, scan }) => ({
      as: sue,
      params: { ...(await scan()), index: "1" },
      body: { verdict: "rejected" },
    }),
  },
  "DELETE /v1/containers/{id}/scans/{scanId}/detections/{index}/verdict": {
    done: async ({ sue, scan, make }) => {
      const params = await scan();
      const { id, scanId } = params;
      await make(sue, "PUT", `/containers/${id}/scans/${scanId}/detections/0/verdict`, { verdict: "confirmed" });
      return { as: sue, params };
    },
    refused: async ({ sue, scan }) => ({ as: sue, params: await scan() }),
  },
  "POST /v1/containers/{id}/evidence": imageScan,
  "DELETE /v1/containers/{id}/evidence/{evidenceId}": {
    done: async ({ ann, evidence }) => ({ as: ann, params: await evidence() }),
    refused: async ({ sue, evidence }) => ({ as: sue, params: await evidence() }),
  },

  "POST /v1/containers/{id}/escalate": {
    done: async ({ ann, container }) => ({ as: ann, params: { id: await container() }, body: { reason: "odd" } }),
    refused: async ({ ann }) => ({ as: ann, body: { reason: "odd" } }),
  },
  "POST /v1/escalations/{id}/claim": {
    done: async ({ sue, escalation }) => ({ as: sue, params: { id: await escalation() } }),
    refused: async ({ admin, claimed }) => ({ as: admin, params: { id: await claimed() } }),
  },
  "POST /v1/escalations/{id}/release": {
    done: async ({ sue, claimed }) => ({ as: sue, params: { id: await claimed() } }),
    refused: async ({ sue, escalation }) => ({ as: sue, params: { id: await escalation() } }),
  },
  "PUT /v1/escalations/{id}/viewers/me": {
    notLogged: "Who looks at what decides nothing, and is kept for minutes.",
    done: async ({ sue, escalation }) => ({ as: sue, params: { id: await escalation() } }),
  },
  "DELETE /v1/escalations/{id}/viewers/me": {
    notLogged: "Who looks at what decides nothing, and is kept for minutes.",
    done: async ({ sue, escalation, make }) => {
      const id = await escalation();
      await make(sue, "PUT", `/escalations/${id}/viewers/me`);
      return { as: sue, params: { id } };
    },
  },
  "POST /v1/escalations/{id}/resolve": {
    done: async ({ sue, claimed }) => ({
      as: sue,
      params: { id: await claimed() },
      body: { decision: "hold", reason: "odd" },
    }),
    refused: async ({ admin, claimed }) => ({
      as: admin,
      params: { id: await claimed() },
      body: { decision: "hold", reason: "odd" },
    }),
  },

  "POST /v1/manifests": {
    done: async ({ ann }) => ({ as: ann, body: { billOfLading: "B1" } }),
    refused: async ({ ann }) => ({ as: ann, body: { status: "LOST" } }),
  },
  "POST /v1/manifests/import": {
    done: async ({ ann, unique }) => ({ as: ann, file: { type: "text/csv", text: `billOfLading\n${unique("B")}\n` } }),
    refused: async ({ ann }) => ({ as: ann, file: { type: "text/csv", text: "colour\nred\n" } }),
  },
  "POST /v1/manifests/imports": {
    done: async ({ ann, unique }) => ({
      as: ann,
      file: { type: "application/octet-stream", text: `billOfLading\n${unique("B")}\n` },
    }),
    refused: async ({ ann }) => ({ as: ann, file: { type: "application/octet-stream", text: "" } }),
  },
  "PUT /v1/manifests/imports/{id}": {
    done: async ({ ann, manifestImport }) => ({ as: ann, params: { id: await manifestImport() }, body: {} }),
    refused: async ({ ann }) => ({ as: ann, body: { columns: [{ header: "Colour", column: "colour" }] } }),
  },
  "PUT /v1/manifests/{id}": {
    done: async ({ ann, manifest }) => ({ as: ann, params: { id: await manifest() }, body: { billOfLading: "B2" } }),
    refused: async ({ ann }) => ({ as: ann, body: { billOfLading: "B2" } }),
  },
  "POST /v1/manifests/{id}/match-preview": {
    notLogged: "It changes nothing.",
    done: async ({ ann, manifest }) => ({ as: ann, params: { id: await manifest() }, body: { billOfLading: "B2" } }),
  },
  "DELETE /v1/manifests/{id}": {
    done: async ({ ann, manifest }) => ({ as: ann, params: { id: await manifest() } }),
    refused: async ({ ann }) => ({ as: ann }),
  },
};
