import { useQuery } from "@tanstack/react-query";
import { api, bodyOf } from "../api.ts";

/** The report as of the moment it is asked for; of the current visit, or of the one with this number. */
export const useReport = (id: string, visit: number | undefined) =>
  useQuery({
    queryKey: ["report", id, visit],
    queryFn: async () => {
      const params = { path: { id }, query: visit === undefined ? {} : { visit } };
      return (await bodyOf(api.GET("/v1/containers/{id}/report", { params }))).data;
    },
    refetchOnWindowFocus: false,
  });

export const thumbnailUrl = (containerId: string, evidenceId: string) =>
  `/v1/containers/${containerId}/evidence/${evidenceId}/image?size=thumbnail`;

export const photoUrl = (containerId: string, evidenceId: string) =>
  `/v1/containers/${containerId}/evidence/${evidenceId}/image`;
