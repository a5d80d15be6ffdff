/** Whether a dialog lies over the page: keys and focus are its own. */
export const isDialogOpen = (): boolean => document.querySelector(".backdrop") !== null;
