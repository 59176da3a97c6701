import { createContext } from 'react';

/** Whether the page says already why nothing comes from the server. */
export const IsOutageSaid = createContext(false);
