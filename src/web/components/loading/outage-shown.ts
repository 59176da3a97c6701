import { createContext } from 'react';

/** Whether the page already explains why the server does not answer. */
export const IsOutageShown = createContext(false);
