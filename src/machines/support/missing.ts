/** Stands where `.provide` puts the real thing: a machine that runs without it says what is missing. */
export const missing = (name: string) => (): Promise<never> => Promise.reject(new Error(`${name} not provided`));
