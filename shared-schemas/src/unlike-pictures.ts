/** The sentence about pictures that a model cannot judge, wherever a device or its commands state it. */
export const UNLIKE_PICTURES = "these pictures are unlike those that the model was trained on";
/** The kind of a camera's picture fault under which a device reports it. */
export const UNLIKE_FAULT = "unlike";
