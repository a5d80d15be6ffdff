import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { type ReactNode, useDeferredValue, useState } from "react";
import { queryOf } from "../api/client.ts";
import { useMe } from "../api/me.ts";
import { Dialog } from "../ui/dialog.tsx";
import { readPageActions } from "./page-actions.ts";
import { placesOf } from "./places.ts";

/** Minimum number of characters of a number that distinguish containers. */
const SHORTEST = 2;
const MOST_CONTAINERS = 8;

/** Opens a view or a container, or runs an action of the page; typing narrows down the choices. */
export function Palette({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const { data: me } = useMe();
  const [text, setText] = useState("");
  const [actions] = useState(readPageActions);
  const { containers, isSearching } = useFound(text);
  const pick = (act: () => unknown) => () => {
    close();
    // The dialog first returns the focus to the page.
    window.setTimeout(act, 0);
  };
  return (
    <Dialog title={t`Go to`} close={close}>
      <Command label={t`View, container number or action`} className="palette" loop>
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder={t`View, container number or action`}
          autoFocus
        />
        <Command.List label={t`Commands`}>
          <Command.Empty>{isSearching ? t`Searching …` : t`No matches`}</Command.Empty>
          <Group heading={t`On this page`} isShown={actions.length > 0}>
            {actions.map(({ name, keys, run }) => (
              <Command.Item key={name} value={`action ${name}`} keywords={[name]} onSelect={pick(run)}>
                {name} {keys && <kbd>{keys}</kbd>}
              </Command.Item>
            ))}
          </Group>
          <Group heading={t`Containers`} isShown={containers.length > 0}>
            {containers.map(({ id, containerNumber }) => (
              <Command.Item
                key={id}
                value={`container ${id}`}
                // The service found the container by the typed text, which may match another of its words.
                keywords={[containerNumber, text]}
                onSelect={pick(() => navigate({ to: "/containers/$id", params: { id } }))}
              >
                <span className="number">{containerNumber}</span>
              </Command.Item>
            ))}
          </Group>
          <Group heading={t`Views`}>
            {me &&
              placesOf(me.role).map(({ name, to }) => (
                <Command.Item key={to} value={`view ${name}`} keywords={[name]} onSelect={pick(() => navigate({ to }))}>
                  {name}
                </Command.Item>
              ))}
          </Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}

type GroupProps = { heading: string; isShown?: boolean; children: ReactNode };

const Group = ({ heading, isShown = true, children }: GroupProps) =>
  isShown && <Command.Group heading={heading}>{children}</Command.Group>;

/** The containers that match the typed text, found by the service. */
function useFound(text: string) {
  const search = useDeferredValue(text.trim());
  const query = queryOf.useQuery(
    "get",
    "/v1/containers",
    { params: { query: { search, limit: MOST_CONTAINERS, sort: "lastActivity" } } },
    { select: ({ data }) => data.items, enabled: search.length >= SHORTEST },
  );
  const isEnough = search.length >= SHORTEST;
  return { containers: isEnough ? (query.data ?? []) : [], isSearching: isEnough && query.isFetching };
}
