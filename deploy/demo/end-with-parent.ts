// Loaded into every program of the demonstration (node --import). When the demonstration itself is killed, its programs
// finish in order, instead of going on alone with the port and the database in their hands.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
