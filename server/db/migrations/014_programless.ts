/** Program columns, empty without a program: otherwise a filter would match values that no answer shows. */
const columns = [
  'activity',
  'activity_type',
  'age',
  'devices',
  'format',
  'contact_name',
  'contact_email',
  'contact_phone',
  'price',
  'program_notes',
];

export const up = `
create function events_without_program() returns trigger language plpgsql as $$
begin
  ${columns.map((column) => `new.${column} := null;`).join('\n  ')}
  return new;
end $$;
create trigger events_without_program before insert or update on events
  for each row when (not new.has_program) execute function events_without_program();
update events set has_program = false where not has_program;
`;
