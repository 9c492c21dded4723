/** Preserves the `tab` parameter when a list inside a tab writes its question into the URL. */
export const preserveTab = (question: string, search: string): string => {
  const tab = new URLSearchParams(search).get('tab');
  if (tab === null) return question;
  const query = new URLSearchParams(question);
  query.set('tab', tab);
  return query.toString();
};
