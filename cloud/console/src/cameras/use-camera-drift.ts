import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, FALLBACK_MS } from "../api.ts";

/** How a camera differs from its reference; null while it does not. */
export const useCameraDrift = (cameraId: string) =>
  useQuery({
    queryKey: ["camera-drift", cameraId],
    queryFn: async () => {
      const params = { path: { cameraId } };
      return (await bodyOf(api.GET("/v1/cameras/{cameraId}/drift", { params }))).data.drift;
    },
    refetchInterval: FALLBACK_MS,
  });
