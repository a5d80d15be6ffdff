import { Menu } from "@base-ui/react/menu";
import type { Container } from "@container-inspection/shared-schemas/containers";
import type { Role } from "@container-inspection/shared-schemas/roles";
import { t } from "@lingui/core/macro";
import { type ComponentType, Suspense, useState } from "react";
import { useMe } from "../api/me.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import type { ActionProps } from "../ui/action-dialog.tsx";

const DIALOGS = {
  scan: lazyPage(async () => (await import("./scan-dialog.tsx")).ScanDialog),
  identify: lazyPage(async () => (await import("./identify-dialog.tsx")).IdentifyDialog),
  number: lazyPage(async () => (await import("./number-dialog.tsx")).NumberDialog),
  visit: lazyPage(async () => (await import("./visit-dialog.tsx")).VisitDialog),
  owner: lazyPage(async () => (await import("./hand-over-dialog.tsx")).HandOverDialog),
  merge: lazyPage(async () => (await import("./merge-dialog.tsx")).MergeDialog),
  hold: lazyPage(async () => (await import("./hold-dialogs.tsx")).PlaceHoldDialog),
  release: lazyPage(async () => (await import("./hold-dialogs.tsx")).ReleaseHoldDialog),
  examine: lazyPage(async () => (await import("./examine-dialog.tsx")).ExamineDialog),
  delete: lazyPage(async () => (await import("./delete-dialog.tsx")).DeleteDialog),
} satisfies Record<string, ComponentType<ActionProps>>;

type Action = keyof typeof DIALOGS;
type Item = { action: Action; label: string };
type Props = { container: Container; visit: number | undefined };

/** Menu of the actions that the service allows the user's role on a container, on its current visit. */
export function ActionsMenu({ container, visit }: Props) {
  const role = useMe().data?.role;
  const [open, setOpen] = useState<{ action: Action; proposed?: string }>();
  const Dialog = open && DIALOGS[open.action];
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className="quiet">{t`Actions`}</Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className="menu-place" sideOffset={6} align="end">
            <Menu.Popup className="card menu">
              {visit === undefined &&
                itemsFor(role, container).map(({ action, label }) => (
                  <Menu.Item key={action} className="menu-item" onClick={() => setOpen({ action })}>
                    {label} …
                  </Menu.Item>
                ))}
              <Menu.LinkItem
                className="menu-item"
                href={caseFileUrl(container.id, visit)}
                download
                closeOnClick
                title={t`A signed ZIP archive that can be verified without the service`}
              >
                {t`Case file`}
              </Menu.LinkItem>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Suspense>
        {Dialog && (
          <Dialog
            key={open.action}
            container={container}
            {...(open.proposed !== undefined && { proposed: open.proposed })}
            close={() => setOpen(undefined)}
            proceed={(action, proposed) => setOpen({ action, proposed })}
          />
        )}
      </Suspense>
    </>
  );
}

const item = (action: Action, label: string): Item => ({ action, label });

function itemsFor(role: Role | undefined, { legalHold }: Container): Item[] {
  const isSupervisor = role === "supervisor" || role === "admin";
  return [
    item("scan", t`Scan a picture`),
    item("identify", t`Identify from a picture`),
    item("number", t`Correct number`),
    item("visit", t`Begin next visit`),
    ...(isSupervisor ? supervisorItems(legalHold !== null) : []),
    ...(role === "admin" ? [item("delete", t`Delete container`)] : []),
  ];
}

const supervisorItems = (isHeld: boolean): Item[] => [
  item("examine", t`Record examination`),
  item("owner", t`Hand over`),
  item("merge", t`Merge with another container`),
  item("hold", isHeld ? t`Change reason of legal hold` : t`Place under legal hold`),
  ...(isHeld ? [item("release", t`Release legal hold`)] : []),
];

/** The archive of a container, or of one of its visits. */
const caseFileUrl = (containerId: string, visit: number | undefined) =>
  `/v1/containers/${containerId}/case-file${visit === undefined ? "" : `?visit=${visit}`}`;
