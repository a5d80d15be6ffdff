import type { Role } from "@container-inspection/shared-schemas/roles";
import { plural, t } from "@lingui/core/macro";
import { Link, type LinkProps } from "@tanstack/react-router";
import {
  Clock,
  ClipboardCheck,
  Box,
  Ellipsis,
  FileText,
  HardDrive,
  type IconNode,
  LayoutDashboard,
  Scale,
  Smartphone,
  Video,
  Wrench,
} from "lucide";
import type { ReactNode } from "react";
import { useMe } from "../api/me.ts";
import { useFleetFaults } from "../cameras/cameras-api.ts";
import { useQueueCounts } from "../escalations/escalations-api.ts";
import { Icon } from "../ui/icon.tsx";
import { Popover } from "../ui/popover.tsx";
import { useIsPhone } from "../ui/is-phone.ts";

type Place = { to: NonNullable<LinkProps["to"]>; name: string; icon: IconNode; roles?: readonly Role[] };

const REVIEWERS: readonly Role[] = ["supervisor", "admin"];
/** Places in the bar of a phone; the others are behind More. */
const ON_PHONE = 4;

/** The places of the navigation; on a phone the first ones are in the bar, so they are in the order of use there. */
const places = (): readonly Place[] => [
  { to: "/today", name: t`Today`, icon: LayoutDashboard },
  { to: "/containers", name: t`Containers`, icon: Box },
  { to: "/manifests", name: t`Manifests`, icon: FileText },
  { to: "/review", name: t`Review`, icon: ClipboardCheck, roles: REVIEWERS },
  { to: "/cameras", name: t`Cameras`, icon: Video },
  { to: "/shifts", name: t`Shifts`, icon: Clock },
  { to: "/phone", name: t`Phone`, icon: Smartphone, roles: ["operator"] },
  { to: "/rules", name: t`Rules`, icon: Scale, roles: REVIEWERS },
  { to: "/devices", name: t`Devices`, icon: HardDrive, roles: ["admin"] },
  { to: "/admin", name: t`Admin`, icon: Wrench, roles: ["admin"] },
];

/** Manifests are read at a desk: on a phone, they give their place in the bar to the review or the phone's own page. */
const atHand = ({ to }: Place) => to !== "/manifests" && to !== "/shifts" && to !== "/rules";

/** The ways to the views: in the header, or at the foot of a phone, in reach of the thumb. */
export function Navigation() {
  const role = useMe().data?.role;
  const isPhone = useIsPhone();
  const all = places().filter(({ roles }) => !roles || (role !== undefined && roles.includes(role)));
  const shown = isPhone ? all.filter(atHand).slice(0, ON_PHONE) : all;
  const further = all.filter((place) => !shown.includes(place));
  return (
    <nav className={isPhone ? "foot-nav" : "bar-nav"} aria-label={t`Main`}>
      {shown.map((place) => (
        <PlaceLink key={place.to} {...place} />
      ))}
      {further.length > 0 && (
        <Popover label={t`More`} className="foot-more" content={<IconAndName icon={Ellipsis} name={t`More`} />}>
          {further.map((place) => (
            <PlaceLink key={place.to} {...place} />
          ))}
        </Popover>
      )}
    </nav>
  );
}

function PlaceLink({ to, name, icon }: Place) {
  return (
    <Link to={to} title={name}>
      <IconAndName icon={icon} name={name} />
      {to === "/review" && <Waiting />}
      {to === "/cameras" && <Faults />}
    </Link>
  );
}

const IconAndName = ({ icon, name }: Pick<Place, "icon" | "name">) => (
  <>
    <Icon of={icon} />
    <span>{name}</span>
  </>
);

const Count = ({ isBad = false, title, children }: { isBad?: boolean; title: string; children: ReactNode }) => (
  <>
    {" "}
    <span className={isBad ? "count count-bad" : "count"} title={title}>
      {children}
    </span>
  </>
);

/** The number of undecided escalations. */
function Waiting() {
  const { data: counts } = useQueueCounts(true);
  const waiting = counts ? counts.open + counts.claimed : 0;
  if (waiting === 0) return null;
  return (
    <Count title={plural(waiting, { one: "# undecided escalation", other: "# undecided escalations" })}>
      {waiting}
    </Count>
  );
}

/** The number of faulty cameras, for those who can have them repaired. */
function Faults() {
  const role = useMe().data?.role;
  const { data: faults } = useFleetFaults(role !== undefined && REVIEWERS.includes(role));
  const faulty = faults?.faultyCameras.length ?? 0;
  if (faulty === 0) return null;
  return (
    <Count isBad title={plural(faulty, { one: "# faulty camera", other: "# faulty cameras" })}>
      {faulty}
    </Count>
  );
}
