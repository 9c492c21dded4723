/** Spec 2.21, 2.23: the side menu collapses and expands and remembers its state; the drawer on small screens closes after navigation. */
export const table = `
navigation.rail.deciding --always[0 startsFolded]--> navigation.rail.folded
navigation.rail.deciding --always[1]--> navigation.rail.expanded
navigation.rail.expanded --menu.toggle[0]--> navigation.rail.folded / saveFolded
navigation.rail.folded --menu.toggle[0]--> navigation.rail.expanded / saveFolded
navigation.drawer.closed --drawer.open[0]--> navigation.drawer.open
navigation.drawer.open --drawer.close[0]--> navigation.drawer.closed
navigation.drawer.open --place.changed[0]--> navigation.drawer.closed
`;

export const ignored = `
drawer.closed: drawer.close, place.changed — there is no drawer to close
drawer.open: drawer.open — it is open already
`;
