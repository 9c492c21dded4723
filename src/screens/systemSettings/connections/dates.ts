/** spec 7.33: days are sent as ISO timestamps. */
export const toIsoDays = (form: Readonly<Record<string, unknown>>): object => ({
  ...form,
  ...Object.fromEntries(
    ['start_date', 'end_date'].flatMap((field) => (form[field] ? [[field, `${String(form[field])}T00:00:00.000Z`]] : [])),
  ),
});
