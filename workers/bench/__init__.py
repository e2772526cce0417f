"""The benchmark: both builds of the engine, the two busiest HTTP calls, and comparable engines.

Each measurement runs in processes of its own. Costs that are nothing but computing are measured in
CPU seconds of the process, so that whatever else the machine does counts less; calls in real time.
"""
