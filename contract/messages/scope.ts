// The scope of a page: a manager's team, or the company.
export const scope = { label: 'Shown for', team: 'My team', company: 'Company' } as const;
