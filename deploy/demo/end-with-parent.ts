// Loaded into every program of the demonstration (node --import). When the demonstration itself is killed, its programs
// stop in order, instead of continuing to use the port and the database.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
