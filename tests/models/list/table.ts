/** Spec 2.35, 4.05: a filter asks at once, a search once it has settled, the sort is local and goes back to the first page. */
export const table = `
list.still --search.type[0]--> list.typing / keepSearch
list.typing --search.type[0]--> list.typing (reenter) / keepSearch
list.typing --xstate.after.searchDebounce.list.typing[0]--> list.still / ask
list --filter.choose[0 isOtherChoice]--> list.still / keepFilter, ask
list --search.set[0 isOtherSearch]--> list.still / keepSearch, ask
list --sort.toggle[0]--> stays / toggleSort, rewind
list --list.reload[0]--> stays / reload
`;

export const ignored = ``;
