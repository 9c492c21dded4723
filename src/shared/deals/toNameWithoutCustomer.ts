/** The name of a deal for a row that shows its customer beside it: "STEM week, Mesa Schools" of Mesa Schools is "STEM week". */
export const toNameWithoutCustomer = (name: string, customer: string): string =>
  name.endsWith(`, ${customer}`) ? name.slice(0, -customer.length - 2) : name;
