// The values that both the address and the controls of a page offer, in the order in which they are offered.
export const ROLES = ["operator", "supervisor", "admin"] as const;
export const CONTAINER_STATUSES = ["REGISTERED", "SCANNED", "ESCALATED", "HELD", "INSPECT", "CLEARED"] as const;
/** Lanes of the manifest match. */
export const VERDICTS = ["red", "yellow", "green"] as const;
/** Orders of the list of containers beside that of the last activity. */
export const LIST_ORDERS = ["created", "laneSince"] as const;
/** Layouts of the list of containers. */
export const LAYOUTS = ["table", "grid"] as const;
/** The parts of a container's page beside its scans. */
export const CONTAINER_TABS = ["manifest", "evidence", "history"] as const;
/** Kinds of scans. */
export const SCAN_TYPES = ["category", "illegal", "defect"] as const;
export const MANIFEST_STATUSES = ["DRAFT", "SUBMITTED", "VALIDATED", "REJECTED", "AMENDED"] as const;
/** Filter of manifests by attachment to a container. */
export const ATTACHED = ["yes", "no"] as const;
export const MANIFEST_TABS = ["history"] as const;
export const EMAIL_STATUSES = ["pending", "sent", "failed", "no-mail-server"] as const;
export const PUSH_STATUSES = ["pending", "sent", "failed", "dropped", "no-push-service"] as const;
/** Statuses of deliveries to webhooks. */
export const DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const;
/** Filters of the undecided escalations in the queue. */
export const WAITING = ["Open", "Mine", "Claimed"] as const;
/** Sources of escalations, the most severe first. */
export const SOURCES = ["illegal", "alert", "user", "manifest", "sample"] as const;
/** Minimum ages of escalations, in minutes. */
export const AGES = ["15", "60", "240", "1440"] as const;
/** Ranges of the home page, its counts, and the places by which it groups them. */
export const RANGES = ["today", "yesterday", "week", "month"] as const;
export const MEASURES = ["arrived", "escalated", "decided", "held"] as const;
export const GROUPS = ["lane", "site"] as const;
/** Ranges of a camera's page, in minutes before now. */
export const MINUTES = ["5", "15", "60", "360", "1440", "10080"] as const;
/** Filters of the camera overview, besides all cameras. */
export const CAMERA_STATES = ["attention"] as const;
