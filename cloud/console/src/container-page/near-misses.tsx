import type { Container, NearMiss } from "@container-inspection/shared-schemas/containers";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { api, bodyOf } from "../api/client.ts";
import { useIsSupervisor } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { confirm } from "../ui/confirm.ts";
import { Unread } from "../ui/skeleton.tsx";
import { useNearMisses } from "../containers/containers-api.ts";

const reasons = () =>
  ({
    transposition: t`two characters are swapped`,
    "look-alike": t`the characters look alike`,
    "one-character": t`one character differs`,
  }) satisfies Record<NearMiss["confusion"], string>;

/**
 * The expected numbers that this one may be a misreading of, until a supervisor confirms it. Operators see those of
 * their own containers; confirming and merging is up to supervisors.
 */
export function NearMisses({ container }: { container: Container }) {
  const { id, containerNumber } = container;
  const isSupervisor = useIsSupervisor();
  const { data, isLoading } = useNearMisses(id);
  const keep = useWrite(
    () => bodyOf(api.PUT("/v1/containers/{id}/number-confirmation", { params: { path: { id } } })),
    ["container"],
  );
  if (isLoading) return <Unread />;
  if (!data || data.confirmation || data.items.length === 0) return null;
  return (
    <section className="card near-misses" aria-label={t`Similar expected numbers`}>
      <p>
        <Trans>
          <strong>{containerNumber} may be misread.</strong> A similar number is expected:
        </Trans>
      </p>
      <ul>
        {data.items.map((item) => (
          <Similar key={item.containerNumber} container={container} item={item} />
        ))}
      </ul>
      {isSupervisor && (
        <button type="button" className="quiet" disabled={keep.busy} onClick={() => void keep.write()}>
          <Trans>{containerNumber} is correct</Trans>
        </button>
      )}
      {keep.problem && <p role="alert">{keep.problem}</p>}
    </section>
  );
}

/** One number, and the way to it: a merge where it has a container, else the number alone. */
function Similar({ container, item }: { container: Container; item: NearMiss }) {
  const { id, containerNumber } = container;
  const navigate = useNavigate();
  const isSupervisor = useIsSupervisor();
  const correct = useWrite(async () => {
    const path = { id };
    if (item.containerId === null) {
      const body = { containerNumber: item.containerNumber };
      return bodyOf(api.PUT("/v1/containers/{id}/container-number", { params: { path }, body }));
    }
    return bodyOf(
      api.POST("/v1/containers/{id}/merge", { params: { path }, body: { intoContainerId: item.containerId } }),
    );
  }, ["container", "containers"]);
  const ask = async () => {
    const isMerge = item.containerId !== null;
    const text = isMerge
      ? t`All records of ${containerNumber} move to ${item.containerNumber}. This cannot be undone.`
      : t`${containerNumber} becomes ${item.containerNumber}, and gets the manifests with that number.`;
    const action = isMerge ? t`Merge` : t`Change number`;
    if (!(await confirm({ title: `${action}: ${item.containerNumber}?`, text, action }))) return;
    await correct.write(undefined, ({ data }) => void navigate({ to: "/containers/$id", params: { id: data.id } }));
  };
  return (
    <li>
      <span className="number">{item.containerNumber}</span>{" "}
      <span className="faint">
        {reasons()[item.confusion]}
        {item.containerId === null && ` · ${t`on a manifest only`}`}
      </span>{" "}
      {item.containerId === null || isSupervisor ? (
        <button type="button" className="quiet" disabled={correct.busy} onClick={() => void ask()}>
          {item.containerId === null ? t`Change number …` : t`Merge …`}
        </button>
      ) : (
        <span className="faint">· {t`a supervisor can merge them`}</span>
      )}
      {correct.problem && <span role="alert">{correct.problem}</span>}
    </li>
  );
}
