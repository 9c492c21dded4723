/** Decisions 8.02: a success is announced once, stays for four seconds, and longer while the pointer is over it. */
export const table = `
toasts --toast.show[0 isNew]--> stays / add
toasts --toast.dismiss[0]--> stays / remove
toasts.empty --toast.show[0]--> toasts.showing / add
toasts.showing --always[0 isEmpty]--> toasts.empty
toasts.showing --xstate.after.reading.toasts.showing[0]--> toasts.showing (reenter) / removeOldest
toasts.showing --toasts.hold[0]--> toasts.held
toasts.showing --toast.dismiss[0 isOldest]--> toasts.showing (reenter) / remove
toasts.held --always[0 isEmpty]--> toasts.empty
toasts.held --toasts.release[0]--> toasts.showing
`;

export const ignored = `
empty: toasts.hold, toasts.release — there is no toast for a pointer to be on
showing: toasts.release — nothing is held
held: toasts.hold — they are held already
`;
