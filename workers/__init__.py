"""The dispatcher, which feeds the job queue from the outbox, and the RQ workers that do the jobs."""
