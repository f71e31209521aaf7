import express from 'express';
import { startExpress } from './start-express.ts';

/** Hosts the surface on Express 5. */
export const startExpress5 = startExpress(express);
