import type { Shift } from "@container-inspection/shared-schemas/shifts";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useIsSupervisor, useMe } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { useTopology } from "../cameras/cameras-api.ts";
import { announce } from "../ui/announcer.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { confirm } from "../ui/confirm.ts";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { endShift, takeLane, useActiveShifts, useKnownOperators } from "./shifts-api.ts";

const HOURS = [4, 6, 8, 10, 12];
const HOUR_MS = 3_600_000;

/** Operators by lane, and the way to take a lane; supervisors take lanes for others, too. */
export function ShiftsPage() {
  const isSupervisor = useIsSupervisor();
  const { data: sites, error } = useTopology();
  const shifts = useActiveShifts();
  const work = useShiftWork(shifts.data ?? []);
  const isKnown = sites !== undefined && (shifts.data !== undefined || shifts.error !== null);
  const hasLanes = sites?.some(({ lanes }) => lanes.length > 0);
  return (
    <>
      <div className="page-head">
        <PageTitle title={t`Shifts`} />
      </div>
      <p className="faint shift-meaning">
        <Trans>What the cameras of a lane record belongs to the operator who has taken it, until the shift ends.</Trans>
      </p>
      <ListProblem error={error ?? shifts.error} />
      {!isKnown && !error && <ListSkeleton />}
      {hasLanes === false && <Notice title={t`No lanes yet`}>{t`An admin sets up the sites and their lanes.`}</Notice>}
      {hasLanes && (
        <div className="filters shift-form">
          {isSupervisor && <OperatorField email={work.email} setEmail={work.setEmail} />}
          <select
            aria-label={t`Length of the shift`}
            value={work.hours}
            onChange={({ target }) => work.setHours(Number(target.value))}
          >
            {HOURS.map((hours) => (
              <option key={hours} value={hours}>
                {plural(hours, { one: "for # hour", other: "for # hours" })}
              </option>
            ))}
          </select>
        </div>
      )}
      <Problem text={work.problem} />
      {isKnown &&
        sites.map((site) => (
          <section key={site.id} className="card" aria-label={site.name}>
            <h2>{site.name}</h2>
            <ul className="shifts">
              {site.lanes.map((lane) => (
                <LaneRow key={lane.id} lane={lane} shift={work.shiftIn(lane.id)} work={work} />
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}

/** The operator for whom lanes are taken, with those of the latest shifts to choose from. */
function OperatorField({ email, setEmail }: { email: string; setEmail: (email: string) => void }) {
  const { data: known } = useKnownOperators();
  const listId = useId();
  return (
    <>
      <input
        type="email"
        list={listId}
        aria-label={t`Operator`}
        placeholder={t`Operator's email (empty: yourself)`}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <datalist id={listId}>
        {known?.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

type Lane = { id: string; name: string };
type LaneProps = { lane: Lane; shift: Shift | undefined; work: ReturnType<typeof useShiftWork> };

function LaneRow({ lane, shift, work }: LaneProps) {
  const { data: me } = useMe();
  const mayEnd = useIsSupervisor() || shift?.operator.id === me?.id;
  const isExtended = shift !== undefined && shift.operator.email === work.operator;
  return (
    <li aria-label={lane.name}>
      <strong>{lane.name}</strong>
      {shift ? (
        <span>
          <bdi>{shift.operator.email}</bdi>{" "}
          <span className="faint">
            <Trans>
              ends <TimeAgo at={shift.endsAt} />
            </Trans>
            {shift.takenBy.id !== shift.operator.id && `, ${t`taken by ${shift.takenBy.email}`}`}
          </span>
        </span>
      ) : (
        <span className="faint">{t`no operator`}</span>
      )}
      <span className="device-actions">
        <button
          type="button"
          className="quiet"
          aria-label={isExtended ? t`Extend the shift: ${lane.name}` : t`Take lane: ${lane.name}`}
          disabled={work.busy}
          onClick={() => void work.take(lane, shift)}
        >
          {isExtended ? t`Extend the shift` : t`Take lane`}
        </button>
        {shift && mayEnd && (
          <button
            type="button"
            className="quiet"
            aria-label={t`End shift: ${lane.name}`}
            disabled={work.busy}
            onClick={() => void work.end(lane, shift)}
          >
            <Trans>End shift</Trans>
          </button>
        )}
      </span>
    </li>
  );
}

const confirmTaking = (lane: Lane, before: Shift, operator: string) =>
  confirm({
    title: t`Take ${lane.name} for ${operator}?`,
    text: t`The shift of ${before.operator.email} in this lane ends now.`,
    action: t`Take lane`,
  });

/** Taking and ending shifts, and the values of the form above the lanes. */
function useShiftWork(shifts: Shift[]) {
  const { data: me } = useMe();
  const [email, setEmail] = useState("");
  const [hours, setHours] = useState(8);
  const taking = useWrite(takeLane, ["shifts"]);
  const ending = useWrite(endShift, ["shifts"]);
  const operator = email.trim() || me?.email;
  const take = async (lane: Lane, before: Shift | undefined) => {
    const isExtended = before?.operator.email === operator;
    if (before && !isExtended && !(await confirmTaking(lane, before, operator ?? ""))) return;
    const until = new Date(Date.now() + hours * HOUR_MS).toISOString();
    const body = { laneId: lane.id, until, ...(email.trim() && { email: email.trim() }) };
    await taking.write(body, (shift) =>
      announce(
        isExtended
          ? t`The shift of ${shift.operator.email} in ${lane.name} is extended`
          : t`${shift.operator.email} has taken ${lane.name}`,
      ),
    );
  };
  const end = (lane: Lane, shift: Shift) => ending.write(shift.id, () => announce(t`Shift in ${lane.name} ended`));
  return {
    operator,
    email,
    setEmail,
    hours,
    setHours,
    take,
    end,
    shiftIn: (laneId: string) => shifts.find(({ lane }) => lane.id === laneId),
    busy: taking.busy || ending.busy,
    problem: taking.problem ?? ending.problem,
  };
}
