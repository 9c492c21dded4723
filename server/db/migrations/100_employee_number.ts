/** The person's number in payroll. */
export const up = `
alter table users add column employee_number text check (length(employee_number) between 1 and 100);
create unique index users_employee_number on users (employee_number) where employee_number is not null;
select show_in_lens('users', 'id');
`;
