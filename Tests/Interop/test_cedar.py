"""Cedar, an engine that was written elsewhere, decides equal policies equally."""

from __future__ import annotations

import dataclasses
import pathlib

import pytest

from peers.cedar import Cedar
from peers.postern import Decided, Difference, decide, require_equal
from peers.tenant import Tenant, generate
from peers.translation import Rule, SignIn, rules, sign_ins


@dataclasses.dataclass(frozen=True)
class Sample:
    rules: list[Rule]
    requests: list[SignIn]
    decided: list[Decided]


@pytest.fixture(scope="module")
def tenant() -> Tenant:
    return generate(policies=100, requests=200, seed=20_261_130)


@pytest.fixture(scope="module")
def sample(binary: pathlib.Path, tenant: Tenant, tmp_path_factory: pytest.TempPathFactory) -> Sample:
    policies = tmp_path_factory.mktemp("cedar") / "policies"
    return Sample(rules(tenant), sign_ins(tenant), decide(binary, policies, tenant.write(policies)))


def test_every_answer_is_the_same(sample: Sample) -> None:
    require_equal("Cedar", sample.requests, sample.decided, Cedar(sample.rules, sample.requests).answers())


def test_the_sample_allows_and_refuses(sample: Sample) -> None:
    allowed = sum(one.answer.allowed for one in sample.decided)
    assert 50 < allowed < 150
    assert sum(one.applied for one in sample.decided) > 3 * len(sample.decided)


def test_a_rule_that_is_missing_is_noticed(sample: Sample) -> None:
    needed = next(iter(next(one.answer.unmet for one in sample.decided if one.answer.unmet)))
    others = [rule for rule in sample.rules if rule.id != needed]
    with pytest.raises(Difference):
        require_equal("Cedar", sample.requests, sample.decided, Cedar(others, sample.requests).answers())


def test_the_same_seed_makes_the_same_tenant(tenant: Tenant) -> None:
    assert generate(policies=100, requests=200, seed=20_261_130) == tenant
