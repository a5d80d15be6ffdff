import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import { keepPreviousData } from "@tanstack/react-query";
import { api, bodyOf, FIRST_PAGE, queryOf } from "../api/client.ts";

/** The progress of a replay is no live event. */
const RUNNING_MS = 1_000;

const at = (version: number) => ({ path: { version: String(version) } });

/** The rule set in force at a site, or at every site without its own rule set. */
export const useRulesInForce = (siteId: string | undefined) =>
  queryOf.useQuery("get", "/v1/rule-sets/current", { params: { query: { siteId } } }, { select: ({ data }) => data });

/** The versions for a site or for every site, newest first, without their settings. */
export const useRuleSets = (siteId: string | undefined, cursor: string | undefined) =>
  queryOf.useQuery(
    "get",
    "/v1/rule-sets",
    { params: { query: { limit: 20, siteId, cursor } } },
    { select: ({ data }) => data, placeholderData: keepPreviousData },
  );

/** Precision of each rule by the examinations of the last year. */
export const useRulePrecision = () =>
  queryOf.useQuery("get", "/v1/rules/precision", {}, { select: ({ data }) => data.items });

/** One version with its settings. */
export const useRuleSet = (version: number | undefined) =>
  queryOf.useQuery(
    "get",
    "/v1/rule-sets/{version}",
    { params: at(version ?? 0) },
    { select: ({ data }) => data, enabled: version !== undefined },
  );

/** The last replay of a version, followed while it runs; a 404 where it has none. */
export const useReplay = (version: number) =>
  queryOf.useQuery(
    "get",
    "/v1/rule-sets/{version}/replay",
    { params: at(version) },
    {
      select: ({ data }) => data,
      refetchInterval: ({ state: { data } }) => data?.data.state === "running" && RUNNING_MS,
    },
  );

/** The visits that a finished replay judges differently, as many pages as were asked for. */
export const useReplayChanges = (version: number) =>
  queryOf.useInfiniteQuery(
    "get",
    "/v1/rule-sets/{version}/replay/changes",
    { params: { ...at(version), query: { limit: 20 } } },
    {
      initialPageParam: FIRST_PAGE,
      getNextPageParam: ({ data }) => data.nextCursor,
      select: ({ pages }) => pages.flatMap(({ data }) => data.items),
    },
  );

type Proposal = { siteId: string | undefined; rules: RuleSet; note: string };

export const proposeRules = async ({ siteId, rules, note }: Proposal) => {
  const body = { rules, ...(siteId && { siteId }), ...(note && { note }) };
  return (await bodyOf(api.POST("/v1/rule-sets", { body }))).data;
};

export const startReplay = async ({ version, days }: { version: number; days: number }) =>
  (await bodyOf(api.POST("/v1/rule-sets/{version}/replay", { params: at(version), body: { days } }))).data;

type Draft = { version: number; days: number; siteId: string | undefined; rules: RuleSet };

/** Judges the last visits by rules that are not proposed; the reply has the whole result. */
export const replayDraft = async ({ version, days, siteId, rules }: Draft) => {
  const draft = { rules, ...(siteId && { siteId }) };
  return (await bodyOf(api.POST("/v1/rule-sets/{version}/replay", { params: at(version), body: { days, draft } })))
    .data;
};

export const activateRules = async (version: number) =>
  (await bodyOf(api.POST("/v1/rule-sets/{version}/activate", { params: at(version) }))).data;

export const withdrawRules = async (version: number) =>
  (await bodyOf(api.POST("/v1/rule-sets/{version}/withdraw", { params: at(version) }))).data;
