import type { LiveEvent } from "@container-inspection/shared-schemas/live-events";

type OfContainer<Event> = Event extends { container: object }
  ? Omit<Event, "container"> & { containerId: string }
  : Event;
type OfWriter<Event> = Event extends LiveEvent ? Omit<OfContainer<Event>, "id" | "at"> : never;
/** An event as it is recorded: its container, if it has one, is read when the event is sent. */
export type NewLiveEvent = OfWriter<LiveEvent>;
