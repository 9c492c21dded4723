// Each area is a module of its own: a screen loads the words that it says.

export * from './account.ts';
export * from './commissions.ts';
export * from './events.ts';
export * from './figures.ts';
export * from './lists.ts';
export * from './money.ts';
export * from './people.ts';
export * from './server.ts';
export * from './start.ts';
