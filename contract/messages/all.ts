// Each subject is a module of its own: a screen loads the words that it says.

export * from './adjustments.ts';
export * from './audit.ts';
export * from './commissions.ts';
export * from './disputes.ts';
export * from './events.ts';
export * from './explain.ts';
export * from './explanations.ts';
export * from './figures.ts';
export * from './generalSettings.ts';
export * from './imports.ts';
export * from './jobs.ts';
export * from './lists.ts';
export * from './mail.ts';
export * from './notifications.ts';
export * from './passwords.ts';
export * from './payPeriods.ts';
export * from './people.ts';
export * from './plans.ts';
export * from './profile.ts';
export * from './projections.ts';
export * from './secrets.ts';
export * from './server.ts';
export * from './session.ts';
export * from './settings.ts';
export * from './shell.ts';
export * from './statements.ts';
