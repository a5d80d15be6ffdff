import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { useWrite } from "../api/use-write.ts";
import { CurrentStatusChips } from "../containers/container-chips.tsx";
import { CHANGED, useContainersNamed } from "../containers/containers-api.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../ui/announcer.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { ActionDialog, type ActionProps } from "../ui/action-dialog.tsx";
import { merge } from "./actions-api.ts";

const schema = z.object({ search: z.string(), intoContainerId: z.string().min(1) });

/** Asks for the container that a misread one really is. */
export function MergeDialog({ container, proposed = "", close }: ActionProps) {
  const { id, containerNumber } = container;
  const navigate = useNavigate();
  const { register, handleSubmit, control, setValue, clear } = useSchemaForm({
    schema,
    defaults: { search: proposed, intoContainerId: "" },
    draft: `merge ${id} ${proposed}`,
  });
  const [search, intoId] = useWatch({ control, name: ["search", "intoContainerId"] });
  const { data: named, error } = useContainersNamed(search);
  const found = search.trim() === "" ? undefined : named?.filter((other) => other.id !== id);
  const into = found?.find((other) => other.id === intoId);
  const { write, busy, problem } = useWrite(merge, CHANGED);
  const submit = handleSubmit(async ({ intoContainerId }) => {
    await write({ id, intoContainerId }, ({ data }) => {
      clear();
      announce(t`${containerNumber} merged into ${data.containerNumber}`);
      close();
      void navigate({ to: "/containers/$id", params: { id: data.id } });
    });
  });
  return (
    <ActionDialog
      title={t`Merge ${containerNumber} with another container`}
      action={into ? t`Merge into ${into.containerNumber}` : t`Merge`}
      isReady={into !== undefined}
      {...{ submit, busy, problem, close }}
    >
      <p className="faint">
        <Trans>
          All records of {containerNumber} move to the other container, which keeps its number and owner. This cannot be
          undone.
        </Trans>
      </p>
      <SearchField
        label={t`Number of the other container`}
        value={search}
        search={(text) => setValue("search", text)}
      />
      <ListProblem error={error} />
      {found && (
        <fieldset>
          <legend className="faint">
            {found.length === 0 ? t`No container has this number.` : t`Containers found`}
          </legend>
          {found.map((other) => (
            <label key={other.id}>
              <input type="radio" value={other.id} {...register("intoContainerId")} />
              <span className="number">{other.containerNumber}</span> <CurrentStatusChips container={other} />
            </label>
          ))}
        </fieldset>
      )}
    </ActionDialog>
  );
}
