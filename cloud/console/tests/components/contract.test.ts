import { expect, test } from "vitest";
import { exampleOf, operationsById, problemsOfReply, problemsOfRequest, recordedReply } from "./kit/contract.ts";
import { fakeService } from "./kit/fake-service.ts";

test("each recorded example is a reply that the document describes", () => {
  const problems = [...operationsById.keys()].flatMap((id) => {
    const { status, reply } = recordedReply(id) ?? {};
    return status === undefined || reply === undefined ? [] : problemsOfReply(id, status, reply).map((one) => id + one);
  });
  expect(problems).toEqual([]);
});

test("a reply with a field less, another type or a status that is not described is none of the service", () => {
  const { success, data } = exampleOf("getUserV1", 200);
  const { email: _, ...without } = data;
  expect(problemsOfReply("getUserV1", 200, { success, data })).toEqual([]);
  expect(problemsOfReply("getUserV1", 200, { success, data: without })).not.toEqual([]);
  expect(problemsOfReply("getUserV1", 200, { success, data: { ...data, role: "king" } })).not.toEqual([]);
  expect(problemsOfReply("getUserV1", 202, { success, data })).not.toEqual([]);
});

test("an error has a code that the operation answers with its status", () => {
  const error = (code: string) => ({ success: false, error: { code, message: "No", requestId: "1" } });
  expect(problemsOfReply("updateUserV1", 409, error("LAST_ADMIN"))).toEqual([]);
  expect(problemsOfReply("updateUserV1", 409, error("CONTAINER_HELD"))).not.toEqual([]);
});

test("a request must match the parameters and body of its operation", () => {
  const query = { limit: "20", role: "admin" };
  expect(problemsOfRequest("listUsersV1", { query, body: undefined })).toEqual([]);
  expect(problemsOfRequest("listUsersV1", { query: { rolle: "admin" }, body: undefined })).not.toEqual([]);
  expect(problemsOfRequest("updateUserV1", { query: {}, body: { role: "admin" } })).toEqual([]);
  expect(problemsOfRequest("updateUserV1", { query: {}, body: { role: "king" } })).not.toEqual([]);
});

test("the faked service notes each reply and request that the real one would not have", async () => {
  const service = fakeService();
  await fetch("/v1/admin/users?role=admin");
  expect(service.takeProblems()).toEqual([]);
  const reply = exampleOf("listUsersV1", 200);
  Reflect.deleteProperty(reply.data.items[0]!, "email");
  service.answer("listUsersV1", reply);
  await fetch("/v1/admin/users");
  expect(service.takeProblems()).toEqual([expect.stringContaining("listUsersV1 would not answer this with 200")]);
  await fetch("/v1/admin/users?rolle=admin");
  expect(service.takeProblems().join()).toContain("listUsersV1 would refuse the request");
  await expect(fetch("/v1/admin/users/1", { method: "PUT" })).rejects.toThrow("no answer to updateUserV1");
  await expect(fetch("/v1/nothing")).rejects.toThrow("The service has no GET /v1/nothing");
  expect(service.takeProblems()).toHaveLength(2);
});
