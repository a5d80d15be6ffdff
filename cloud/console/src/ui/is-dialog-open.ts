/** Returns true if a dialog is open over the page and takes its keys and focus. */
export const isDialogOpen = (): boolean => document.querySelector(".backdrop") !== null;
