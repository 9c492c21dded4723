import { messages } from '../../../contract/messages.ts';

const { methods } = messages.payments;

/** "Credit Card"; a method of another system as it is. */
export const methodText = (method: string): string => methods[method as keyof typeof methods] ?? method;
