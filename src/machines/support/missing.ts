/** A placeholder for `.provide`: an actor that was not provided rejects with its name. */
export const missing = (name: string) => (): Promise<never> => Promise.reject(new Error(`${name} not provided`));
