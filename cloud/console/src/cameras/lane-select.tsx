import type { TopologyPlan } from "@container-inspection/shared-schemas/topology";
import { t } from "@lingui/core/macro";
import type { ComponentProps } from "react";

type Props = ComponentProps<"select"> & { sites: TopologyPlan["sites"] };

/** A choice of one lane, grouped by site; the empty value is no lane. */
export const LaneSelect = ({ sites, ...select }: Props) => (
  <select {...select}>
    <option value="">{t`Without a lane`}</option>
    {sites.map((site) => (
      <optgroup key={site.id} label={site.name}>
        {site.lanes.map((lane) => (
          <option key={lane.id} value={lane.id}>
            {site.name}, {lane.name}
          </option>
        ))}
      </optgroup>
    ))}
  </select>
);
