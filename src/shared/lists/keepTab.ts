/** Preserves the `tab` parameter when a list inside a tab writes its question into the address. */
export const keepTab = (own: string, search: string): string => {
  const tab = new URLSearchParams(search).get('tab');
  if (tab === null) return own;
  const query = new URLSearchParams(own);
  query.set('tab', tab);
  return query.toString();
};
